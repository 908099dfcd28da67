import { useSignal } from '@preact/signals'
import { addAlertWords, maxAlertWordLength, removeAlertWords } from '../../../src/features/text/alert-words/api.ts'
import { AddForm } from '../../controls/add-form.tsx'
import { ListOf } from '../../controls/list-of.tsx'
import { part } from '../../store/connection.ts'
import { nameOrder } from '../../texts/locale.ts'
import { ownPages } from '../../texts/own-pages.ts'
import { api } from '../../transport/api.ts'

const { alertWords: t } = ownPages
const words = part<string[]>('alert_words')

export function AlertWords() {
  const text = useSignal('')
  const all = (words.value ?? []).toSorted((a, b) => nameOrder.compare(a, b))
  const wanted = text.value.trim()
  const isThere = all.some((one) => one.toLowerCase() === wanted.toLowerCase())
  return (
    <>
      <p class="lead">{t.lead}</p>
      <AddForm
        submit={t.add}
        isDisabled={wanted === '' || isThere}
        note={isThere ? t.same : ''}
        run={async () => {
          await api.call(addAlertWords, { alert_words: [wanted] })
          text.value = ''
        }}
      >
        <input
          type="text"
          aria-label={t.field}
          placeholder={t.field}
          maxLength={maxAlertWordLength}
          dir="auto"
          value={text.value}
          onInput={({ currentTarget }) => (text.value = currentTarget.value)}
        />
      </AddForm>
      <ListOf
        items={all}
        keyOf={(word) => word}
        nameOf={(word) => word}
        label={t.list}
        empty={t.none}
        remove={(word) => api.call(removeAlertWords, { alert_words: [word] })}
      >
        {(word) => <span dir="auto">{word}</span>}
      </ListOf>
    </>
  )
}
