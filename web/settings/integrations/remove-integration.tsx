import { goTo } from '../../navigation/route.ts'
import { openDialog } from '../../parts/dialog.tsx'
import { Form } from '../../parts/form.tsx'
import { i } from '../../texts/integrations.ts'
import { routeOf } from './addresses.ts'

interface Props {
  readonly name: string
  /** What happens to the bot. */
  readonly warning: string
  remove(): Promise<unknown>
}

export const RemoveIntegration = ({ name, warning, remove }: Props) => (
  <p class="integration-remove">
    <button
      type="button"
      class="button danger"
      onClick={() =>
        openDialog({ title: i.removeTitle(name) }, (close) => (
          <Form
            submit={i.remove}
            isDanger
            close={close}
            run={async () => {
              await remove()
              goTo(routeOf({ kind: 'list' }), { replace: true })
            }}
          >
            <p>{warning}</p>
          </Form>
        ))
      }
    >
      {i.remove}
    </button>
  </p>
)
