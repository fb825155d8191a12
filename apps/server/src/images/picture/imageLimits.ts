/** The largest original that is fetched. */
export const maxImageBytes = 20 * 1024 * 1024
/** Width times height of what is decoded: 50 megapixels take 200 MB at most. */
export const maxPixels = 50_000_000
/** Decoding and scaling one picture. */
export const renderTimeoutS = 10
/** A drawing takes no more than this; the process that draws it is killed then. */
export const drawTimeoutMs = 5_000
/** Nor more memory than this: layers within layers can ask for any amount. */
export const drawMaxBytes = 600 * 1024 * 1024
export const maxSvgBytes = 4 * 1024 * 1024
/** The smallest tile is meant to stay below this. */
export const smallTileBytes = 10_000
