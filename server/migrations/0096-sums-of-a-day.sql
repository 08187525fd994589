-- Sums of a vendor's day that none of its entries explain are a difference of the day itself.
alter table vendor_difference drop constraint vendor_difference_kind;
alter table vendor_difference add constraint vendor_difference_kind check (kind in ('missingHere', 'missingThere', 'amount', 'otherPlayer', 'otherDay', 'fraction', 'receivable', 'unmatched', 'sums'));
