-- unpaid: a drawn draw has tickets that its game cannot settle. Its others are paid, and these wait for officers.
alter table game_alert drop constraint game_alert_reason_check;
alter table game_alert add constraint game_alert_reason_check check (reason in ('return', 'mathematics', 'unpaid'));
