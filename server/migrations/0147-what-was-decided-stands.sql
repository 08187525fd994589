-- What was looked at, cleared and erased stays so.

-- owner: features/aml
-- The last gaming day that was looked at for laundering: so far back the next look begins, however long no worker ran.
create table aml_look (
  is_one boolean primary key default true check (is_one),
  day date not null
);
