import { messages } from 'messages:reportKinds'

/** Reasons for reporting a message, by their keys. A newer server may know others. */
export const reportKinds: Readonly<Record<string, string | undefined>> = messages
