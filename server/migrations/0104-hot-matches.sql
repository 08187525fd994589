-- Hot matches of the home page are one more kind of content.
alter table content drop constraint content_kind_check;
alter table content add constraint content_kind_check check (
  kind in ('banner', 'notice', 'popup', 'promotion', 'help', 'term', 'post', 'news', 'guide', 'text', 'video', 'match', 'resource', 'agentNotice', 'agentLetter')
);
