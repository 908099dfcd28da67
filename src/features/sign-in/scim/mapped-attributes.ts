export const mappedAttributes = [
  'title',
  'nickName',
  'phoneNumbers.work',
  'phoneNumbers.mobile',
  'department',
  'division',
  'organization',
  'costCenter',
  'employeeNumber',
  'manager',
] as const
export type MappedAttribute = (typeof mappedAttributes)[number]
