import type { Saving } from './saving.ts'
import { attributesOf, useField } from './setting.tsx'

// no aria-checked needed: it's a native checkbox
const asSwitch = { role: 'switch' } as const

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
        // revert a refused change, even without a re-render
        void saving.run(wanted).then((taken) => {
          if (!taken) currentTarget.checked = !wanted
        })
      }}
    />
  )
}
