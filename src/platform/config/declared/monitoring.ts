import { count, oneOf, option } from '../option.ts'
import { inSection } from '../section.ts'

export const monitoringOptions = inSection('monitoring', {
  logLevel: option(
    oneOf(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
    'LEVEL',
    'Log level: debug, info, warn, error, or silent. Logs go to standard error.',
    { reloadable: true },
  ),
  logFormat: option(
    oneOf(['auto', 'text', 'json']).default('auto'),
    'auto|text|json',
    'Log format: text for people, JSON lines for programs, or auto: text on a terminal, JSON otherwise.',
  ),
  slowRequestMs: option(
    count(1_000),
    'N',
    'Log requests slower than this many milliseconds as warnings, except long polls. 0 turns this off.',
    { reloadable: true },
  ),
  metrics: option(
    oneOf(['on', 'off', 'public']).default('on'),
    'on|off|public',
    'Serve Prometheus metrics at /metrics: on (to this machine only), off, or public.',
  ),
})
