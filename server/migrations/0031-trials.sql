-- Trials are swept by age, and there are few of them among the accounts.
create index account_trials on account (created_at) where type = 4 and not closed;
