import { uploadsPath, type uploadViews } from '#contract'

export const blobKey = (pathId: string): string => pathId.slice(0, pathId.lastIndexOf('/'))

/** The URL of a file; path segments are encoded separately. */
export const uploadUrl = (pathId: string, folder: (typeof uploadViews)[number] | '' = ''): string =>
  `${uploadsPath}${folder}${pathId.split('/').map(encodeURIComponent).join('/')}`
