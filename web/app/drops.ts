import { target as openTarget } from '../compose/target.ts'

const load = () => import('../compose/files/window-drop.ts')

/** Call once: accepts files dropped anywhere, and keeps the browser from navigating to a drop. */
export function watchFileDrops(): void {
  for (const name of ['dragenter', 'dragover', 'drop'] as const)
    addEventListener(name, (event) => {
      const { dataTransfer: data, target } = event
      if (!data) return
      const hasFiles = data.types.includes('Files')
      if (hasFiles && name === 'dragenter') void load()
      const takesIt = hasFiles ? '[type=file]' : 'textarea, input'
      if (event.defaultPrevented || (target instanceof Element && target.closest(takesIt))) return
      event.preventDefault()
      if (name !== 'drop') data.dropEffect = hasFiles && openTarget.peek() ? 'copy' : 'none'
      else if (hasFiles) {
        // the browser clears `data.files` after the event
        const files = [...data.files]
        void load().then(({ take }) => take(files))
      }
    })
  const early = window.takeEarlyDrops?.() ?? []
  if (early.length > 0) void load().then(({ take }) => take(early))
}
