-- Where a key of a member is from: a form that is not handed in, their own word, or a document that an officer approved. Null: from before this was kept.
alter table screening_person add column source text check (source in ('draft', 'said', 'document'));
