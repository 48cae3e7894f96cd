-- Index 0 is the most significant bit of the first byte (Bitstring Status List 1.0, §3.2). PostgreSQL counts from the least significant.
create or replace function set_status_bits(p_bits bytea, p_indexes integer[]) returns bytea language plpgsql immutable strict as $$
declare
  place integer;
begin
  for n in 1 .. cardinality(p_indexes) loop
    place := p_indexes[n];
    p_bits := set_bit(p_bits, (place | 7) - (place & 7), 1);
  end loop;
  return p_bits;
end $$;
