import { messages } from 'messages:directory'

const { workPhone, mobilePhone, ...attributes } = messages.attributes

/** Texts of the SCIM provisioning page. */
export const directory = {
  ...messages,
  /** By their names in SCIM. */
  attributes: {
    ...attributes,
    'phoneNumbers.work': workPhone,
    'phoneNumbers.mobile': mobilePhone,
  } as Readonly<Record<string, string>>,
}
