/** Titles of the organization settings pages, by the last part of their URLs. */
export { messages as organizationPages } from 'messages:organizationPages'
