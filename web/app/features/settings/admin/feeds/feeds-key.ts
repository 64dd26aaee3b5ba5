export const feedsKey = ['feeds'];
