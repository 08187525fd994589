-- What an agent's statement of a month is read by.
create index settlement_pay_paid on settlement_pay (agent_id, paid_at, id) where state = 'paid';
create index settlement_proposal_corrected on settlement_proposal (agent_id, decided_at) where kind = 'correction' and state = 'confirmed';
