/**
 * Pictures are in two folders of this server. Nothing is loaded from any other address, so that nobody else learns
 * who reads them.
 */
const OWN_PICTURE = /^\/(covers|pictures)\/(?:[\w-]+\/)*[\w-]+\.(svg|png|jpe?g|webp|avif)$/;

export const isOwnPicture = (path: string): boolean => OWN_PICTURE.test(path);
