/** Sample recipients, the same in every run. */
const first = [
  'Ingrid',
  'Noor',
  'Kenji',
  'Amara',
  'Søren',
  'Lucía',
  'Oleksandr',
  'Mei-Ling',
  'Tomasz',
  'Priya',
  'Yusuf',
  'Hanna',
  'Mateus',
];
const last = [
  'Solberg',
  'Haddad',
  'Tanaka',
  'Okafor',
  'Lindqvist',
  'Fernández',
  'Kovalenko',
  'Zhang',
  'Nowak',
  'Raman',
  'Demir',
  'Virtanen',
  'Oliveira',
  'Berg',
  'Moreau',
  'Kipchoge',
  'O’Brien',
];

export type Recipient = { name: string; email: string };

/** The list lengths have no common divisor, so 221 names are unique. */
export function createRecipient(n: number): Recipient {
  const [givenName, familyName] = [first[n % first.length] ?? '', last[n % last.length] ?? ''];
  const plain = `${givenName}.${familyName}`
    .normalize('NFD')
    .replaceAll('ø', 'o')
    .replaceAll(/[^a-zA-Z.-]/g, '')
    .toLowerCase();
  return { name: `${givenName} ${familyName}`, email: `${plain}@students.fjord.example` };
}
