-- A statement of the bank that an officer hands in is no witness for transfers the same officer approved: another one looks at them.

alter table reconciliation_difference drop constraint reconciliation_difference_kind_check;
alter table reconciliation_difference add constraint reconciliation_difference_kind_check check (kind in ('missingHere', 'missingThere', 'amount', 'ownWord'));
