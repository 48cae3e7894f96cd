-- The folded address of the recipient who sent the request: a correction can move the credential to somebody else. Null for earlier requests.
alter table recipient_requests add column requester text;
create index recipient_requests_requester on recipient_requests (requester) where requester is not null;
