import { uploadsPath, type uploadViews } from '#contract'

/** The blob of a file: its path without the name that people gave it. */
export const blobKey = (pathId: string): string => pathId.slice(0, pathId.lastIndexOf('/'))

/** As it stands in a link; each part is encoded for itself. */
export const uploadUrl = (pathId: string, folder: (typeof uploadViews)[number] | '' = ''): string =>
  `${uploadsPath}${folder}${pathId.split('/').map(encodeURIComponent).join('/')}`
