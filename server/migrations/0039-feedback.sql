-- What people write to customer service, and what officers answer.

alter table image drop constraint image_purpose_check;
alter table image add constraint image_purpose_check check (purpose in ('slip', 'receipt', 'idFront', 'idBack', 'selfie', 'feedback'));

-- owner: features/feedback
-- A thread. A guest's has no account, and an e-mail address only where one was left; it is sealed.
create table feedback (
  id uuid primary key,
  number bigint generated always as identity unique,
  account_id bigint,
  email bytea,
  email_masked text,
  language text not null,
  type smallint not null check (type in (0, 1, 2, 3, 4, 6)),
  state text not null default 'new' check (state in ('new', 'open', 'answered', 'closed')),
  -- How the first message begins.
  begins text not null,
  -- Its words speak of harm.
  harm boolean not null default false,
  taken_by bigint,
  due_at timestamptz,
  -- Since when somebody waits: the first message, or the word that came after an answer.
  waits_since timestamptz not null,
  first_answered_at timestamptz,
  answered_at timestamptz,
  closed_at timestamptz,
  reopened smallint not null default 0,
  -- Answers its member has not read.
  unread smallint not null default 0,
  messages smallint not null default 0,
  at timestamptz not null,
  last_at timestamptz not null,
  constraint feedback_taken_by_one check ((state = 'new') = (taken_by is null)),
  constraint feedback_email_of_a_guest check (email is null or account_id is null)
);
create index feedback_account on feedback (account_id, number desc) where account_id is not null;
create index feedback_unread on feedback (account_id) where unread > 0;
create index feedback_queue on feedback (state, due_at, number);
create index feedback_answered on feedback (answered_at) where state = 'answered';
create index feedback_at on feedback (at);

-- owner: features/feedback
-- What was written in it; it stays as it was written.
create table feedback_message (
  id uuid primary key,
  feedback_id uuid not null,
  -- Two of one moment have an order too.
  no smallint not null,
  kind text not null check (kind in ('writer', 'answer', 'note')),
  text text not null,
  operator_id bigint,
  at timestamptz not null,
  constraint feedback_message_by_someone check ((kind = 'writer') = (operator_id is null))
);
create unique index feedback_message_thread on feedback_message (feedback_id, no);
revoke update, delete, truncate on feedback_message from laro_app;

-- owner: features/feedback
-- The pictures its member added.
create table feedback_picture (
  image_id uuid primary key,
  feedback_id uuid not null,
  at timestamptz not null
);
create index feedback_picture_thread on feedback_picture (feedback_id, image_id);
revoke update, delete, truncate on feedback_picture from laro_app;

-- owner: features/feedback
-- How many threads a member, or a visitor's address, began within the hour.
create table feedback_count (
  key text primary key,
  count int not null,
  since timestamptz not null
);
create index feedback_count_since on feedback_count (since);

-- owner: features/feedback
-- A prepared answer in one language.
create table feedback_macro (
  id uuid primary key,
  title text not null,
  language text not null,
  text text not null,
  at timestamptz not null
);
create unique index feedback_macro_title on feedback_macro (lower(title), language);
