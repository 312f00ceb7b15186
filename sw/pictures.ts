// Pictures of announcements: kept once seen, so that they are there without a network.

export function keepPictures(): void {}
