-- The server seed that comes next is made, and its hash shown, before a player chooses the client seed it will be mixed with: nobody can fit one to the other.

-- A prepared seed has no client seed yet: it is the player's word when it comes into force.
alter table seed add column is_next boolean not null default false;
create unique index seed_next on seed (wallet_id) where is_next;
