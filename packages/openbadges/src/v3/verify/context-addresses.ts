export const v1 = 'https://www.w3.org/2018/credentials/v1';
export const v2 = 'https://www.w3.org/ns/credentials/v2';
