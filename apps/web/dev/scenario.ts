const query = new URLSearchParams(window.location.search)

/** Words of `?s=`, separated by commas: deal, full, disconnected, connecting, loading, failed, unread, nothing, bad, contract, creating, … */
export const scenario = new Set((query.get('s') ?? 'deal').split(','))

const theme = query.get('theme')
if (theme) document.documentElement.dataset['theme'] = theme
