/** Profile field types with their API IDs. */
export const fieldTypes = {
  SHORT_TEXT: { id: 1, name: 'Text (short)' },
  LONG_TEXT: { id: 2, name: 'Text (long)' },
  SELECT: { id: 3, name: 'List of options' },
  DATE: { id: 4, name: 'Date' },
  URL: { id: 5, name: 'Link' },
  USER: { id: 6, name: 'Users' },
  EXTERNAL_ACCOUNT: { id: 7, name: 'External account' },
  PRONOUNS: { id: 8, name: 'Pronouns' },
} as const

export type FieldType = keyof typeof fieldTypes

export const typeIds = Object.values(fieldTypes).map(({ id }) => id)

const { SHORT_TEXT, LONG_TEXT, SELECT, DATE, USER, EXTERNAL_ACCOUNT } = fieldTypes

/** Texts are Markdown. */
export const isRendered = (type: number): boolean => type === SHORT_TEXT.id || type === LONG_TEXT.id
/** Anything that people write themselves. */
export const isText = (type: number): boolean => !([SELECT.id, DATE.id, USER.id] as number[]).includes(type)
export const isSelect = (type: number): boolean => type === SELECT.id
export const isAccount = (type: number): boolean => type === EXTERNAL_ACCOUNT.id
/** compat: neither long texts nor people fit on a card. */
export const fitsSummary = (type: number): boolean => type !== LONG_TEXT.id && type !== USER.id
export const canMatchUsers = (type: number): boolean => type === SHORT_TEXT.id || type === EXTERNAL_ACCOUNT.id
