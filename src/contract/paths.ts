/** Uploaded files are at this path plus their `path_id`. */
export const uploadsPath = '/user_uploads/'
/** Other views of a file, which aren't files themselves. */
export const uploadViews = ['thumbnail/', 'temporary/', 'download/'] as const
