/** Where the uploaded files of an organization are, each by its `path_id`. */
export const uploadsPath = '/user_uploads/'
/** In that folder: other ways to have a file, which are no files themselves. */
export const uploadViews = ['thumbnail/', 'temporary/', 'download/'] as const
