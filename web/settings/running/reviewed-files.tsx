import type { HeldMessage } from '../../../src/features/messages/messages/held-messages/wire.ts'
import { SharedFile } from '../../content/shared-file.tsx'
import { sizeText } from '../../controls/size-text.ts'
import { p } from '../../texts/places.ts'
import { below } from '../../transport/place.ts'

/** The files of a held or hidden message. */
export const ReviewedFiles = ({ files }: { files: HeldMessage['files'] }) =>
  files.length > 0 && (
    <ul class="shared-files" aria-label={p.files}>
      {files.map(({ name, url, size, thumbnail_url }) => (
        <li key={url}>
          <SharedFile
            file={{ href: below(url), name, ...(thumbnail_url !== null && { picture: below(thumbnail_url) }) }}
            detail={sizeText(size)}
          />
        </li>
      ))}
    </ul>
  )
