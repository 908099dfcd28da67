import type { Saving } from './saving.ts'
import { attributesOf, useField } from './setting.tsx'

// the browser says by itself whether a box is checked
const asSwitch = { role: 'switch' } as const

/** On or off, saved at once. */
export function Toggle({ saving }: { saving: Saving<boolean> }) {
  const field = useField()
  return (
    <input
      {...attributesOf(field)}
      type="checkbox"
      {...asSwitch}
      class="toggle"
      checked={saving.value}
      disabled={field.isLocked}
      onChange={({ currentTarget }) => {
        const wanted = currentTarget.checked
        // what is refused goes back, also where nothing else is drawn anew
        void saving.run(wanted).then((taken) => {
          if (!taken) currentTarget.checked = !wanted
        })
      }}
    />
  )
}
