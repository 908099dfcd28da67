import type { UserId } from '#contract'
import type { Integration } from '../../../src/features/integrations/incoming-webhooks/api.ts'
import { Refusal, useActions } from '../../controls/actions.tsx'
import { copy } from '../../parts/clipboard.ts'
import { i } from '../../texts/integrations.ts'
import { keyOf, shownKey, urlOf } from './shown-keys.ts'

type Step = Integration['setup_steps'][number]

interface Props {
  readonly bot_id: UserId
  readonly tool: Integration
}

/** The steps in the user's language, with menus and code in the tool's own words. */
export const SetUp = ({ bot_id, tool }: Props) => (
  <section>
    <h4 class="integration-part">{i.setUp(tool.display_name)}</h4>
    <ol class="integration-steps">
      {tool.setup_steps.map((step) => (
        <li key={`${step.kind} ${step.text}`}>
          {labelOf(step, tool.display_name)}{' '}
          {step.text !== '' && (
            <b lang="en" dir="ltr">
              {step.text}
            </b>
          )}
          {step.code !== '' && <Code bot_id={bot_id} tool={tool} code={step.code} />}
        </li>
      ))}
    </ol>
    {tool.documentation !== '' && (
      <p>
        <a class="plain" href={tool.documentation} target="_blank" rel="noreferrer">
          {i.documentation(tool.display_name)}
        </a>
      </p>
    )}
  </section>
)

function labelOf({ kind }: Step, tool: string): string {
  const label = i.steps[kind]
  return typeof label === 'function' ? label(tool) : label
}

const placeholder = 'WEBHOOK_URL'

/** Copied with the URL, and shown with it once the user has asked to see the URL. */
function Code({ bot_id, tool, code }: Props & { readonly code: string }) {
  const actions = useActions()
  const key = shownKey(bot_id)
  const withUrl = (known: string) => code.replaceAll(placeholder, urlOf(tool.name, known))
  return (
    <>
      <div class="integration-code">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: wide code scrolls, also by key */}
        <pre lang="en" dir="ltr" tabIndex={0}>
          {key === undefined ? code : withUrl(key)}
        </pre>
        <button
          type="button"
          class="button"
          aria-label={i.copyCode}
          onClick={() =>
            actions.run('copy', async () => copy(code.includes(placeholder) ? withUrl(await keyOf(bot_id)) : code))
          }
        >
          {i.copyUrl}
        </button>
      </div>
      <Refusal text={actions.problem('copy')} />
    </>
  )
}
