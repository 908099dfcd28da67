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

/** With a step that enters the URL, unless it's part of some code. */
export function wholeSetup(steps: readonly SetupStep[]): SetupStep[] {
  const opened = steps.findIndex(({ kind }) => kind === 'open' || kind === 'fields')
  return opened === -1 ? [...steps] : steps.toSpliced(opened + 1, 0, { kind: 'url' })
}

/** The steps in English, as one paragraph of Markdown. */
export const setupText = (steps: readonly SetupStep[]): string => wholeSetup(steps).map(sentence).join(' ')

const mono = (text: string) => `\`${text}\``

function sentence({ kind, text = '', code = '' }: SetupStep): string {
  const line = mono(code.replace(/\n\s*/g, ' '))
  const sentences: Record<SetupKind, string> = {
    open: `Open ${text}.`,
    url: 'Enter the webhook URL.',
    plugin: `Install the plugin ${text}.`,
    file: `Add this to ${mono(text)}: ${line}.`,
    run: `Run ${line}.`,
    request: `Send this request with your access token: ${mono(text)} with ${line}.`,
    payload: `Use this payload: ${line}.`,
    addPayload: `Add this to the payload: ${line}.`,
    orPayload: `Or use a trigger with this payload: ${line}.`,
    fields: `Set these fields: ${text}. Others are shown with their names.`,
    format: `Choose the format ${text}.`,
    select: `Select ${text}.`,
    events: 'Select the events to post.',
    defaults: 'Keep the suggested payload.',
    mention: `Add ${mono(text)} to the text of each alert to post.`,
    action: `Call the action ${mono(text)} in your automations.`,
    templates: 'Write templates in the settings of the integration. Without them, the payload is posted as it is.',
    secret: `Use this as the secret: ${text}.`,
    secretIn: `If you set a secret, enter it here too: ${text}.`,
    header: `If you set a secret, send it in the header ${mono(text)}.`,
    publicKey: `Use this public key as the secret: ${text}.`,
    ownSecret: 'The tool sets the secret by itself.',
    once: 'The tool shows its secret only once: save it in the settings of the integration.',
    verify: 'The tool posts a verification token: enter it in the tool. It’s also the secret from then on.',
  }
  return sentences[kind]
}
