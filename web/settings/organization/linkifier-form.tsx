import { useSignal } from '@preact/signals'
import {
  addLinkifier,
  type Linkifier,
  tryLinkifier,
  updateLinkifier,
} from '../../../src/features/text/custom-links/linkifiers/api.ts'
import { entriesIn } from '../../controls/entries.ts'
import { openDialog } from '../../parts/dialog.tsx'
import { o } from '../../texts/organization.ts'
import { api } from '../../transport/api.ts'
import { useAfterTyping } from './after-typing.ts'
import { type EntryField, EntryForm, EntryInput, problemsOf } from './entry-form.tsx'
import { Rendered } from './rendered.tsx'

const most = { pattern: 1_000, template: 2_000, sample: 1_000 }

export function openLinkifierForm(one?: Linkifier): void {
  void openDialog({ title: one ? o.editLinkifier : o.addLinkifier, class: 'wide-dialog' }, (close) => (
    <LinkifierForm one={one} close={close} />
  ))
}

function LinkifierForm({ one, close }: { one: Linkifier | undefined; close(): void }) {
  const pattern = useSignal(one?.pattern ?? '')
  const template = useSignal(one?.url_template ?? '')
  const example = useSignal(one?.example_input ?? '')
  const reverse = useSignal(one?.reverse_template ?? '')
  const alternatives = useSignal((one?.alternative_url_templates ?? []).join('\n'))
  const sample = useSignal(one?.example_input ?? '')
  const wanted = { pattern: pattern.value.trim(), url_template: template.value.trim() }
  const text = sample.value.trim()
  const isComplete = wanted.pattern !== '' && wanted.url_template !== ''
  const key = isComplete ? JSON.stringify([wanted, text]) : undefined
  const { answer, refusal } = useAfterTyping(key, (signal) =>
    api.call(tryLinkifier, { ...wanted, content: text, ...(one ? { filter_id: one.id } : {}) }, { signal }),
  ).value
  const field = (
    name: string,
    words: EntryField['words'],
    value: EntryField['value'],
    more: Partial<EntryField> = {},
  ) => ({
    name,
    words,
    value,
    most: most.pattern,
    isCode: true,
    ...more,
  })
  const optional = { isOptional: true }
  const back = [
    field('example_input', o.example, example, optional),
    field('reverse_template', o.reverse, reverse, { ...optional, most: most.template }),
    field('alternative_url_templates', o.alternatives, alternatives, {
      ...optional,
      hasLines: true,
      most: 20 * most.template,
    }),
  ]
  const isBackUsed = back.some(({ value }) => value.peek() !== '')
  const names = ['pattern', 'url_template']
  return (
    <EntryForm
      submit={one ? o.save : o.add}
      close={close}
      live={refusal === undefined ? {} : problemsOf(refusal, names)}
      fields={[
        field('pattern', o.pattern, pattern),
        field('url_template', o.linkTemplate, template, { most: most.template }),
        ...back.filter(() => isBackUsed),
      ]}
      run={async () => {
        const all = {
          ...wanted,
          example_input: example.value.trim(),
          reverse_template: reverse.value.trim(),
          alternative_url_templates: entriesIn(alternatives.value),
        }
        if (one) await api.call(updateLinkifier, { filter_id: one.id, ...all })
        else await api.call(addLinkifier, all)
      }}
    >
      {!isBackUsed && (
        <details>
          <summary>{o.back}</summary>
          {back.map((each) => (
            <EntryInput key={each.name} field={each} problem={undefined} />
          ))}
        </details>
      )}
      <EntryInput
        field={field('content', o.sample, sample, { isCode: false, most: most.sample })}
        problem={undefined}
      />
      {answer && text !== '' && <Rendered html={answer.rendered} />}
    </EntryForm>
  )
}
