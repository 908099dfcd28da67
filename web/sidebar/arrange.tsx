import './arrange.css'
import { useSignal } from '@preact/signals'
import {
  addNavigationView,
  editNavigationView,
  orderNavigationViews,
  removeNavigationView,
} from '../../src/features/text/navigation-views/api.ts'
import { address, narrow } from '../navigation/route.ts'
import { openDialog } from '../parts/dialog.tsx'
import { Form } from '../parts/form.tsx'
import { Icon } from '../parts/icon.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import { showRefusal } from '../parts/refusal.ts'
import { toast } from '../parts/toast.ts'
import { t } from '../texts/views.ts'
import { api } from '../transport/api.ts'
import { isHidden, isUsual, movedBy, type View, withInboxTabs } from './arrangement.ts'
import { viewName, views } from './own-views.ts'

const maxCharacters = 100

export function openArrange(): void {
  void openDialog({ title: t.configureViews, class: 'arrange' }, () => <Arrange />)
}

export function openSaveView(): void {
  if (!narrow.peek()) {
    toast(t.nothingToSave)
    return
  }
  const fragment = address.peek().replace(/^#/, '')
  void openDialog({ title: t.saveView }, (close) => <SaveView fragment={fragment} close={close} />)
}

const add = ({ fragment }: View, isShown: boolean) => api.call(addNavigationView, { fragment, is_pinned: isShown })

async function show(view: View, isShown: boolean): Promise<void> {
  if (view.isChosen) await api.call(editNavigationView, { fragment: view.fragment, is_pinned: isShown })
  else await add(view, isShown)
}

/** Saves the whole order; hidden views stay hidden. */
async function move(fragment: string, by: 1 | -1): Promise<void> {
  const order = movedBy(views.peek(), fragment, by)
  if (!order) return
  for (const view of views.peek()) if (!view.isChosen && isHidden(view.fragment)) await add(view, view.isShown)
  await api.call(orderNavigationViews, { order: withInboxTabs(order) })
}

function Arrange() {
  const renamed = useSignal<string | undefined>(undefined)
  const all = views.value
  const attempt = (act: () => Promise<unknown>) => void act().catch(showRefusal)
  return (
    <div class="dialog-body">
      <p class="soft">{t.viewsHint}</p>
      <ul class="arrange-list">
        {all.map((view, index) => {
          const name = viewName(view)
          const { fragment, isShown } = view
          return (
            <li key={fragment}>
              {renamed.value === fragment ? (
                <Rename view={view} onEnd={() => (renamed.value = undefined)} />
              ) : (
                <label>
                  <input
                    type="checkbox"
                    checked={isShown}
                    aria-label={t.showInSidebar(name)}
                    onChange={(event) => {
                      const { checked } = event.currentTarget
                      attempt(() => show(view, checked))
                    }}
                  />
                  <span dir="auto">{name}</span>
                  {!isUsual(fragment) && <span class="soft">{t.ownView}</span>}
                </label>
              )}
              <span class="arrange-actions">
                {!isUsual(fragment) && (
                  <>
                    <IconButton label={t.renameView(name)} run={() => (renamed.value = fragment)}>
                      <Icon name="pen" />
                    </IconButton>
                    <IconButton
                      label={t.removeView(name)}
                      run={() => attempt(() => api.call(removeNavigationView, { fragment }))}
                    >
                      <Icon name="trash" />
                    </IconButton>
                  </>
                )}
                <button
                  type="button"
                  class="icon-button up"
                  aria-label={t.moveUp(name)}
                  title={t.moveUp(name)}
                  disabled={index === 0}
                  onClick={() => attempt(() => move(fragment, -1))}
                >
                  <Icon name="down" />
                </button>
                <IconButton
                  label={t.moveDown(name)}
                  run={() => attempt(() => move(fragment, 1))}
                  disabled={index === all.length - 1}
                >
                  <Icon name="down" />
                </IconButton>
              </span>
            </li>
          )
        })}
      </ul>
      {narrow.value && (
        <div class="dialog-buttons">
          <button type="button" class="button" onClick={openSaveView}>
            {t.saveView}
          </button>
        </div>
      )}
    </div>
  )
}

function Rename({ view, onEnd }: { view: View; onEnd: () => void }) {
  const text = useSignal(viewName(view))
  return (
    <form
      class="arrange-rename"
      onSubmit={async (event) => {
        event.preventDefault()
        try {
          await api.call(editNavigationView, { fragment: view.fragment, name: text.value })
          onEnd()
        } catch (problem) {
          showRefusal(problem)
        }
      }}
    >
      <input
        class="text-field"
        aria-label={t.viewName}
        maxLength={maxCharacters}
        dir="auto"
        value={text.value}
        ref={(field) => field?.focus()}
        onInput={(event) => (text.value = event.currentTarget.value)}
      />
      <button type="submit" class="button" disabled={text.value.trim() === ''}>
        {t.save}
      </button>
    </form>
  )
}

function SaveView({ fragment, close }: { fragment: string; close: () => void }) {
  const name = useSignal('')
  return (
    <Form
      submit={t.save}
      isDisabled={name.value.trim() === ''}
      close={close}
      run={async () => {
        await api.call(addNavigationView, { fragment, is_pinned: true, name: name.value })
        toast(t.viewSaved(name.value.trim()))
      }}
    >
      <label>
        {t.viewName}
        <input
          class="text-field"
          autofocus
          maxLength={maxCharacters}
          dir="auto"
          value={name.value}
          onInput={(event) => (name.value = event.currentTarget.value)}
        />
      </label>
    </Form>
  )
}
