import { Drawing, shapes as firstShapes } from '../parts/icon.tsx'

const { at, plus, smile, trash } = firstShapes

/** Icons that load with the compose box rather than the first view. */
const shapes = {
  at,
  plus,
  smile,
  trash,
  eye: 'M2 10c3-5.5 13-5.5 16 0c-3 5.5-13 5.5-16 0zM10 7.7a2.3 2.3 0 1 0 0 4.6a2.3 2.3 0 0 0 0-4.6z',
  clip: 'M15.5 9.5l-5.6 5.6a3.5 3.5 0 0 1-5-5l6-6a2.4 2.4 0 0 1 3.4 3.4l-5.8 5.8a1.2 1.2 0 0 1-1.7-1.7l5.2-5.2',
  letters: 'M2.5 15.5L6.8 4.5l4.3 11M4 12h5.6M17.3 9.2v6.3M17.3 12.3a2.6 3.1 0 1 0-5.2 0a2.6 3.1 0 0 0 5.2 0z',
  bold: 'M6 4h5a3 3 0 0 1 0 6H6zM6 10h6a3 3 0 0 1 0 6H6z',
  italic: 'M9 4h6M5 16h6M12 4L8 16',
  struck: 'M4 10h12M14 6.5C13.5 3 6.5 3 6.5 6.8c0 1.4 1 2.4 3 3.2M13.3 12.3c1.2 4-6 5-7.3 1.2',
  link: 'M8.5 11.5a3 3 0 0 0 4.3 0l2.6-2.6a3 3 0 0 0-4.3-4.3l-1.2 1.2M11.5 8.5a3 3 0 0 0-4.3 0l-2.6 2.6a3 3 0 0 0 4.3 4.3l1.2-1.2',
  code: 'M7 6l-4 4l4 4M13 6l4 4l-4 4',
  list: 'M8 5h8M8 10h8M8 15h8M4 5h.01M4 10h.01M4 15h.01',
  numbers: 'M9 5h7M9 10h7M9 15h7M3.5 4.5L5 3.5V8M3.5 12.2c1-1 2.5-.3 2 .8L3.5 16H6',
  quote: 'M4 5v10M8 6h8M8 10h8M8 14h5',
  grow: 'M12 4h4v4M16 4l-5 5M8 16H4v-4M4 16l5-5',
  shrink: 'M11 5v4h4M11 9l5-5M9 15v-4H5M9 11l-5 5',
  bell: 'M5 14V9a5 5 0 0 1 10 0v5l1.5 1.5h-13zM8.5 17.5h3',
  pencil: 'M4 16l.8-3.4L13.5 4l2.5 2.5l-8.6 8.7zM12 5.5L14.5 8',
} as const
/** Mirrored in right-to-left languages. */
const along: ReadonlySet<string> = new Set(['list', 'quote'])
export type ToolIconName = keyof typeof shapes

export const ToolIcon = ({ name, size = 16 }: { name: ToolIconName; size?: number }) => (
  <Drawing strokes={shapes[name]} size={size} isAlong={along.has(name)} />
)
