-- A test partner: its wallet, its keys and the site that frames our games are those of the operator simulator. Where none runs it is off, and in production always.
alter table partner add column simulated boolean not null default false;
