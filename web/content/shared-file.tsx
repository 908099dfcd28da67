import './shared-file.css'
import { Drawing } from '../parts/icon.tsx'
import type { SharedFile as File } from './files.ts'

/** A file's icon. */
const sheet = 'M5 3h6l4 4v10H5zM11 3v4h4'

/** A file in a list: its picture, and its name as a link. */
export const SharedFile = ({ file: { href, name, picture }, detail }: { file: File; detail: string }) => (
  <>
    <span class="shared-picture">
      {picture ? <img src={picture} alt="" loading="lazy" decoding="async" /> : <Drawing strokes={sheet} size={20} />}
    </span>
    <span class="words">
      <a class="plain" href={href} target="_blank" rel="noopener noreferrer" dir="auto">
        {name}
      </a>
      <span class="soft small">{detail}</span>
    </span>
  </>
)
