/** What may be wrong with what vendors 8 and 9 played, and the statement that plants it. */
export const vendorFaults: readonly [what: string, view: "audit_a24", plant: string][] = [
  ["a vendor's bet of another amount than left the wallet", "audit_a24", "update vendor_entry set amount = amount + 1 where type = 1"],
  ["a vendor's transaction that was forgotten", "audit_a24", "delete from vendor_entry where foreign_id = 'c'"],
  [
    "a vendor's bet that is no part of a round",
    "audit_a24",
    "update vendor_entry set round_id = null where foreign_id = 'c'; delete from vendor_round where foreign_id = 'c'",
  ],
  [
    "a vendor's prize that was written down as a bet of no round",
    "audit_a24",
    "insert into vendor_entry select wallet_id, gen_random_uuid(), vendor_id, null, game_id, 1, 200, 0, 'lost', null, 0, at from vendor_entry where foreign_id = 'c'",
  ],
  ["a vendor's bet on another vendor's account", "audit_a24", "update transfer set contra = -10080 where contra = -10090"],
  ["a vendor's bet that is told of another vendor", "audit_a24", "update vendor_entry set vendor_id = 8 where foreign_id = 'c'"],
  ["a rollback of less than there was", "audit_a24", "update vendor_entry set amount = amount - 1 where type = 3"],
  ["a vendor's round that is open here and closed there", "audit_a24", "update vendor_round set closed_at = now() where foreign_id = 'c'"],
];
