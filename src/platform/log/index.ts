export { type FieldsOf, type LogEventName, logEvents } from './events.ts'
export { isWritten, type Log, type LogLevel, loggerOptions, logOn, noLog } from './log.ts'
export { shownPath } from './secrets.ts'
