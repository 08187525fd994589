-- What ends in time to come is looked for by its moment, as what begins is already.
create index content_version_ends on content_version (ends_at) where state = 'published' and ends_at is not null;
