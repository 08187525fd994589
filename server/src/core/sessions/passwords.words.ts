/** What passwords are made of here and no list of the world has: words of love, family, places and luck. The commonest first, as the estimate reads a list. */
export const localWords: readonly string[] = (
  "mahal mahalko mahalkita iloveyou pilipinas pilipino pinoy pinay manila maynila cebu davao baguio boracay quezon bulacan cavite laguna pampanga " +
  "maganda ganda pogi gwapo gwapa cute anak nanay tatay inay itay mama papa lola lolo kuya ate bunso beshie barkada tropa kaibigan " +
  "diyos panginoon jesus maria pasko salamat bahala ginebra jollibee adobo sinigang sampaguita bahaykubo kapamilya kapuso pacquiao " +
  "laro taya panalo swerte suwerte jackpot sabong bingo gcash maya piso pera yaman araw gabi langit buwan bituin puso"
).split(" ");
