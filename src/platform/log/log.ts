import pino from 'pino'
import type { Config } from '#platform/config'
import { type FieldsOf, type LogEventName, logEvents } from './events.ts'
import { humanLine } from './human-lines.ts'
import { withoutSecrets } from './secrets.ts'

export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

/** More about one line than its fields. */
interface LineOptions {
  /** For events whose level varies. */
  readonly level?: LogLevel
  /** For events that bring their own message. */
  readonly text?: string
  readonly reqId?: string
}

export interface Log {
  event<N extends LogEventName>(name: N, fields?: FieldsOf<N>, options?: LineOptions): void
}

type Writer = { readonly [L in LogLevel]: (line: object, text: string) => void }

/** A log that writes the declared events with a logger of pino or the HTTP server. */
export const logOn = (writer: Writer): Log => ({
  event(name, fields = {}, { level, text, reqId } = {}) {
    const { level: declared, message } = logEvents[name]
    const line = { ...(reqId === undefined ? {} : { reqId }), event: name, ...fields }
    writer[level ?? (declared === 'varies' ? 'info' : declared)](line, text ?? message)
  },
})

/** For commands, which print their results themselves. */
export const noLog: Log = { event() {} }

const order: readonly Config['logLevel'][] = ['debug', 'info', 'warn', 'error', 'silent']

export const isWritten = ({ logLevel }: Pick<Config, 'logLevel'>, level: LogLevel): boolean =>
  order.indexOf(level) >= order.indexOf(logLevel)

interface Lines {
  write(line: string): void
}

/** The logger's options for the HTTP server; its level can change. Writes to standard error by default. */
export function loggerOptions({ logLevel, logFormat }: Config, lines?: Lines) {
  const isHuman = logFormat === 'text' || (logFormat === 'auto' && !lines && process.stderr.isTTY)
  // perf: asynchronous, because a synchronous line costs as much as a small request
  const to: Lines = lines ?? pino.destination({ fd: 2, sync: false })
  return {
    level: logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level: string) => ({ level }) },
    hooks: {
      logMethod(this: pino.Logger, args: Parameters<pino.LogFn>, write: pino.LogFn) {
        // `server.started` says it, with more
        if (typeof args[0] !== 'string' || !args[0].startsWith('Server listening at ')) write.apply(this, args)
      },
    },
    stream: {
      write(line: string) {
        const shown = withoutSecrets(line)
        to.write(isHuman ? humanLine(shown) : shown)
      },
    },
  }
}
