-- What officers corrected of an agent's makeup, as its statement of a month tells it.
create index settlement_proposal_corrected on settlement_proposal (agent_id, decided_at) where kind = 'correction' and state = 'confirmed';
