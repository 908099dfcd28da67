import { useSignal } from '@preact/signals'
import { parseTemplate } from 'url-template'
import {
  addPlayground,
  type CodePlayground,
  removePlayground,
  reorderPlaygrounds,
  updatePlayground,
} from '../../../src/features/text/custom-links/playgrounds/api.ts'
import { ListOf } from '../../controls/list-of.tsx'
import { LockedNote } from '../../controls/locked-note.tsx'
import { openDialog } from '../../parts/dialog.tsx'
import { Icon } from '../../parts/icon.tsx'
import { IconButton } from '../../parts/icon-button.tsx'
import { part } from '../../store/connection.ts'
import { o } from '../../texts/organization.ts'
import { api } from '../../transport/api.ts'
import { EntryForm, EntryInput } from './entry-form.tsx'
import { lockedFor } from './own-rank.ts'
import './organization.css'

const playgrounds = part<readonly CodePlayground[]>('realm_playgrounds')
const most = { name: 60, language: 40, template: 2_000, sample: 500 }

export function Playgrounds() {
  const locked = lockedFor('administrator')
  return (
    <>
      <p class="lead">{o.playgroundsMore}</p>
      <LockedNote locked={locked} />
      {!locked && (
        <button type="button" class="button primary add" onClick={() => openPlaygroundForm()}>
          {o.addPlayground}
        </button>
      )}
      <ListOf
        items={playgrounds.value ?? []}
        keyOf={({ id }) => id}
        nameOf={({ name, pygments_language }) => `${name} (${pygments_language})`}
        label={o.playgrounds}
        empty={o.noPlaygrounds}
        buttons={(one) =>
          !locked && (
            <IconButton label={o.edit(one.name)} run={() => openPlaygroundForm(one)}>
              <Icon name="pen" />
            </IconButton>
          )
        }
        remove={locked ? undefined : ({ id }) => api.call(removePlayground, { playground_id: id })}
        arrange={locked ? undefined : (ids) => api.call(reorderPlaygrounds, { order: ids as number[] })}
      >
        {({ name, pygments_language, url_template }) => (
          <>
            <span dir="auto">
              {name} <span class="soft">· {pygments_language}</span>
            </span>
            <span class="soft small wraps" dir="ltr">
              {url_template}
            </span>
          </>
        )}
      </ListOf>
    </>
  )
}

function openPlaygroundForm(one?: CodePlayground): void {
  void openDialog({ title: one ? o.editPlayground : o.addPlayground, class: 'wide-dialog' }, (close) => (
    <PlaygroundForm one={one} close={close} />
  ))
}

/** Undefined if the URL template is invalid or doesn't use the code. */
function addressFor(template: string, code: string): string | undefined {
  try {
    const filled = parseTemplate(template).expand({ code })
    const isTaken = template.includes('{') && filled !== parseTemplate(template).expand({})
    return isTaken && /^https?:\/\//i.test(filled) ? filled : undefined
  } catch {
    return undefined
  }
}

function PlaygroundForm({ one, close }: { one: CodePlayground | undefined; close(): void }) {
  const name = useSignal(one?.name ?? '')
  const language = useSignal(one?.pygments_language ?? '')
  const template = useSignal(one?.url_template ?? '')
  const sample = useSignal('')
  const isTried = sample.value !== '' && template.value.trim() !== ''
  const address = addressFor(template.value.trim(), sample.value)
  return (
    <EntryForm
      submit={one ? o.save : o.add}
      close={close}
      fields={[
        { name: 'name', words: o.playgroundName, value: name, most: most.name },
        { name: 'pygments_language', words: o.codeLanguage, value: language, most: most.language },
        { name: 'url_template', words: o.codeTemplate, value: template, most: most.template, isCode: true },
      ]}
      run={() => {
        const wanted = {
          name: name.value.trim(),
          pygments_language: language.value.trim(),
          url_template: template.value.trim(),
        }
        if (!one) return api.call(addPlayground, wanted)
        // send only changes: someone else may be changing the rest
        const changed = Object.entries(wanted).filter(([name, value]) => value !== one[name as keyof typeof wanted])
        return api.call(updatePlayground, { playground_id: one.id, ...Object.fromEntries(changed) })
      }}
    >
      <EntryInput
        field={{ name: 'code', words: o.codeSample, value: sample, most: most.sample, isCode: true }}
        problem={isTried && address === undefined ? o.notATemplate : undefined}
      />
      {isTried && address !== undefined && (
        <p class="becomes wraps" aria-live="polite">
          <span class="soft small">{o.leadsTo}</span>{' '}
          <a href={address} target="_blank" rel="noopener noreferrer" dir="ltr">
            {address}
          </a>
        </p>
      )}
    </EntryForm>
  )
}
