-- What operators write for the sites: items in versions, each with its texts, and the pictures everyone may see.

-- owner: core/images
-- A public picture. What was handed in is kept only as its files; of our own drawings the drawing itself, from which the files are made when asked for.
create table picture (
  id uuid primary key,
  digest bytea not null unique,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  focus_x smallint not null default 50 check (focus_x between 0 and 100),
  focus_y smallint not null default 50 check (focus_y between 0 and 100),
  drawing text,
  -- Operator 0 is the platform itself.
  made_by bigint not null,
  at timestamptz not null
);
create index picture_officer on picture (made_by, at);

-- owner: core/images
create table picture_file (
  picture_id uuid not null,
  width smallint not null check (width in (390, 780, 1170, 1560)),
  format text not null check (format in ('avif', 'webp')),
  bytes bytea not null,
  primary key (picture_id, width, format)
);
alter table picture_file alter column bytes set storage external;
revoke update, delete on picture_file from laro_app;

-- owner: features/content
create table content (
  id uuid primary key,
  kind text not null check (kind in ('banner', 'notice', 'popup', 'promotion', 'help', 'term', 'post', 'news', 'guide', 'text', 'video', 'resource')),
  code text not null unique,
  position integer not null,
  created_at timestamptz not null
);
create index content_kind on content (kind, position, id);

-- owner: features/content
-- Of the published versions the one that began last and has not ended is live. `authors` is everyone who wrote in it.
create table content_version (
  content_id uuid not null references content (id) on delete cascade,
  no integer not null check (no > 0),
  revision integer not null default 1 check (revision > 0),
  state text not null check (state in ('draft', 'published', 'retired')),
  starts_at timestamptz,
  ends_at timestamptz,
  detail jsonb not null,
  -- What members agree to by a term, as it stands in `consent.version`.
  label text,
  authors bigint[] not null,
  made_by bigint not null,
  made_at timestamptz not null,
  published_by bigint,
  published_at timestamptz,
  reason text,
  primary key (content_id, no),
  constraint content_version_published_whole check (state = 'draft' or (starts_at is not null and published_by is not null and published_at is not null and reason is not null)),
  constraint content_version_window check (state = 'draft' or ends_at is null or ends_at > starts_at),
  -- Nobody publishes terms they wrote in; operator 0 is the platform itself, with what it ships.
  constraint content_version_two_officers check (
    state = 'draft' or detail ->> 'twoOfficers' is distinct from 'true' or published_by = 0 or not published_by = any (authors)
  )
);
create unique index content_version_one_draft on content_version (content_id) where state = 'draft';
create index content_version_published on content_version (starts_at) where state = 'published';

-- owner: features/content
-- `of_source` is the digest of the English text this one was made from.
create table content_text (
  content_id uuid not null,
  no integer not null,
  language text not null,
  title text not null,
  summary text not null,
  html text not null,
  alt text not null,
  seo jsonb not null,
  of_source bytea not null,
  primary key (content_id, no, language),
  foreign key (content_id, no) references content_version (content_id, no) on delete cascade
);

-- What was published stays as it was: it can be taken off the sites and nothing else.
create function content_version_frozen() returns trigger language plpgsql as $$
begin
  if old.state = 'draft' then return coalesce(new, old); end if;
  if tg_op = 'UPDATE' and old.state = 'published' and new.state = 'retired' and to_jsonb(new) - 'state' = to_jsonb(old) - 'state' then return new; end if;
  raise exception 'version % of content % was published and stays as it was', old.no, old.content_id using errcode = 'restrict_violation';
end $$;
create trigger content_version_frozen before update or delete on content_version for each row execute function content_version_frozen();

create function content_text_frozen() returns trigger language plpgsql as $$
declare
  touched content_text := coalesce(new, old);
begin
  if exists (select from content_version v where v.content_id = touched.content_id and v.no = touched.no and v.state <> 'draft') then
    raise exception 'the texts of version % of content % were published and stay as they were', touched.no, touched.content_id using errcode = 'restrict_violation';
  end if;
  return coalesce(new, old);
end $$;
create trigger content_text_frozen before insert or update or delete on content_text for each row execute function content_text_frozen();

-- owner: features/content
-- Who holds the ticket sees one version for ten minutes.
create table content_preview (
  ticket_hash bytea primary key,
  content_id uuid not null,
  no integer not null,
  until timestamptz not null
);
create index content_preview_until on content_preview (until);

-- In which language a member read what they agreed to.
alter table consent add column language text;
