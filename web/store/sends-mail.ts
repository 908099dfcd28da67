import { part } from './connection.ts'

const told = part<boolean | undefined>('server_sends_mail')

/** Whether the server can send email. What depends on it isn't offered where it can't. */
export const sendsMail = (): boolean => told.value !== false
