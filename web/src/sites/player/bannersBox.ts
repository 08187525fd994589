/** The place of home's banners, before they are there and once they are. */
export const BANNERS_BOX = "aspect-16/9 rounded-md bg-card md:aspect-[16/3.2]";
