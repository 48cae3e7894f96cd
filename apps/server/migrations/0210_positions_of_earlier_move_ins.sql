-- Earlier migrations from other services come first. Only their ids have their order.
update move_ins m set position = -e.n
from (select id, row_number() over (order by id desc) as n from move_ins where position is null) e
where e.id = m.id;
