/** Texts for shared content, links to other organizations, and installing the client. */
export { messages as a } from 'messages:arrivals'
