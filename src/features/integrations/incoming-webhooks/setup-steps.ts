/** The order is that of the texts in the client. */
export const setupKinds = [
  'open',
  'url',
  'plugin',
  'file',
  'run',
  'request',
  'payload',
  'addPayload',
  'orPayload',
  'fields',
  'format',
  'select',
  'turnOn',
  'events',
  'defaults',
  'mention',
  'action',
  'templates',
  'secret',
  'secretIn',
  'header',
  'publicKey',
  'ownSecret',
  'once',
  'verify',
] as const
type SetupKind = (typeof setupKinds)[number]

/** A step of setting up a tool: clients translate the kind; the text and the code are in the tool's own words. */
export interface SetupStep {
  readonly kind: SetupKind
  readonly text?: string
  /** To paste into the tool, with WEBHOOK_URL instead of the URL. */
  readonly code?: string
}

/** With a step that enters the URL, unless it's a step already or part of some code. */
export function wholeSetup(steps: readonly SetupStep[]): SetupStep[] {
  if (steps.some(({ kind }) => kind === 'url')) return [...steps]
  const opened = steps.findIndex(({ kind }) => kind === 'open' || kind === 'fields')
  return opened === -1 ? [...steps] : steps.toSpliced(opened + 1, 0, { kind: 'url' })
}

/** As the client's English texts, which a test compares; only places in the client have other names here. */
export const setupSentences: Record<SetupKind, string> = {
  open: 'In {tool}, open:',
  url: 'Paste the webhook URL.',
  plugin: 'Install the plugin:',
  file: 'Add this to the file:',
  run: 'Run this command:',
  request: 'Send this request with your access token for {tool}:',
  payload: 'Use this payload:',
  addPayload: 'Add this to the payload:',
  orPayload: 'Or use a trigger with this payload:',
  fields: 'Set these fields:',
  format: 'Choose the format:',
  select: 'Select:',
  turnOn: 'Turn the notification on in each template:',
  events: 'Select the events to post.',
  defaults: 'Keep the suggested payload.',
  mention: 'Add this to the text of each alert to post:',
  action: 'Call this action in your automations:',
  templates: 'Write the templates in the settings of the integration. Without them, the payload is posted as it is.',
  secret: 'Use this value from {tool} as the secret:',
  secretIn: 'If you set a secret, enter it here too:',
  header: 'If you set a secret, send it in the header:',
  publicKey: 'Use this public key as the secret:',
  ownSecret: '{tool} sets the secret by itself.',
  once: '{tool} shows its secret only once: save it in the settings of the integration.',
  verify: '{tool} posts a verification token: enter it in {tool}. It’s also the secret from then on.',
}

/** The steps in English, as Markdown: one paragraph, except for code of several lines. */
export const setupText = (steps: readonly SetupStep[], tool: string): string =>
  wholeSetup(steps)
    .map((step) => sentence(step, tool))
    .join(' ')
    .replace(/(\n```\n\n) /g, '$1')
    .trimEnd()

const mono = (text: string) => `\`${text}\``
const isTyped: ReadonlySet<SetupKind> = new Set(['file', 'request', 'mention', 'action', 'header'])

function sentence({ kind, text = '', code = '' }: SetupStep, tool: string): string {
  const begin = setupSentences[kind].replaceAll('{tool}', tool)
  const named = text && isTyped.has(kind) ? mono(text) : text
  if (code.includes('\n')) return `${begin} ${named}`.trimEnd() + `\n\n\`\`\`\n${code}\n\`\`\`\n\n`
  if (!named && !code) return begin
  const whole = `${begin} ${[named, code && mono(code)].filter(Boolean).join(' with ')}.`
  return kind === 'fields' ? `${whole} Others are shown with their names.` : whole
}
